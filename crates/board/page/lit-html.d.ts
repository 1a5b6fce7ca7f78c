// The part of lit-html that the page uses, so that its modules can be checked without the package.

export interface TemplateResult {
    readonly strings: TemplateStringsArray;
    readonly values: unknown[];
}

export const html: (strings: TemplateStringsArray, ...values: unknown[]) => TemplateResult;
export const svg: (strings: TemplateStringsArray, ...values: unknown[]) => TemplateResult;
export const nothing: symbol;
export const render: (value: unknown, container: HTMLElement | DocumentFragment) => unknown;
