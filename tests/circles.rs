//! No cyclic dependencies between the files of a crate.
//!
//! A file uses another if one of its `use` declarations or paths names an item defined there. A
//! re-export (`pub use`) is followed to the file of the item and does not count as a use. Tests are
//! ignored, and so is a child module that only adds methods to a type of its parent, which uses the
//! parent without being used by it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use syn::{
    Attribute, Item, UseTree, Visibility,
    visit::{self, Visit},
};

/// A module's path from the crate's root, empty for the root itself.
type Module = Vec<String>;

/// The names defined and used in a source file.
#[derive(Debug, Default)]
struct Source {
    /// Items defined here.
    items: BTreeSet<String>,
    /// Items of other modules that are re-exported here: the name here, and its full path.
    exports: BTreeMap<String, Module>,
    /// Names imported for use in this file: the name here, and its full path.
    imports: BTreeMap<String, Module>,
    /// Paths in code, as written.
    paths: BTreeSet<Module>,
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && matches!(&attribute.meta, syn::Meta::List(list)
                    if list.tokens.to_string() == "test")
    })
}

/// Passes each path of a `use` tree on with the name that it is bound to.
fn flatten(tree: &UseTree, path: &mut Module, found: &mut Vec<(String, Module)>) {
    match tree {
        UseTree::Path(part) => {
            path.push(part.ident.to_string());
            flatten(&part.tree, path, found);
            path.pop();
        }
        UseTree::Name(name) if name.ident == "self" => {
            found.push((path.last().cloned().unwrap_or_default(), path.clone()));
        }
        UseTree::Name(name) => {
            let name = name.ident.to_string();
            found.push((name.clone(), [path.as_slice(), &[name]].concat()));
        }
        UseTree::Rename(name) => {
            let end = [name.ident.to_string()];
            found.push((name.rename.to_string(), [path.as_slice(), &end].concat()));
        }
        UseTree::Group(group) => {
            for tree in &group.items {
                flatten(tree, path, found);
            }
        }
        UseTree::Glob(_) => found.push(("*".to_owned(), path.clone())),
    }
}

/// Returns the path from the crate's root of a path written in `module`; `None` for other crates.
fn absolute(module: &Module, path: &Module, children: &BTreeSet<Module>) -> Option<Module> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => Some(rest.to_vec()),
        "self" => Some([module.as_slice(), rest].concat()),
        "super" => {
            let parent = &module[..module.len().checked_sub(1)?];
            if rest.first().is_some_and(|part| part == "super") {
                absolute(&parent.to_vec(), &rest.to_vec(), children)
            } else {
                Some([parent, rest].concat())
            }
        }
        _ => {
            let child = [module.as_slice(), std::slice::from_ref(first)].concat();
            children
                .contains(&child)
                .then(|| [module.as_slice(), path].concat())
        }
    }
}

/// Collects the names in a file.
struct Reader<'a> {
    module: &'a Module,
    modules: &'a BTreeSet<Module>,
    source: Source,
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let (attributes, name) = match item {
            Item::Const(item) => (&item.attrs, Some(&item.ident)),
            Item::Static(item) => (&item.attrs, Some(&item.ident)),
            Item::Enum(item) => (&item.attrs, Some(&item.ident)),
            Item::Struct(item) => (&item.attrs, Some(&item.ident)),
            Item::Trait(item) => (&item.attrs, Some(&item.ident)),
            Item::Type(item) => (&item.attrs, Some(&item.ident)),
            Item::Union(item) => (&item.attrs, Some(&item.ident)),
            Item::Fn(item) => (&item.attrs, Some(&item.sig.ident)),
            Item::Mod(item) => (&item.attrs, None),
            Item::Impl(item) => (&item.attrs, None),
            Item::Macro(item) => (&item.attrs, item.ident.as_ref()),
            Item::Use(item) => {
                self.read_use(item);
                return;
            }
            _ => return,
        };
        if is_test(attributes) {
            return;
        }
        if let Some(name) = name {
            self.source.items.insert(name.to_string());
        }
        visit::visit_item(self, item);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts = path.segments.iter().map(|part| part.ident.to_string());
        self.source.paths.insert(parts.collect());
        visit::visit_path(self, path);
    }
}

impl Reader<'_> {
    fn read_use(&mut self, item: &syn::ItemUse) {
        if is_test(&item.attrs) {
            return;
        }
        let mut found = Vec::new();
        flatten(&item.tree, &mut Vec::new(), &mut found);
        for (name, path) in found {
            let Some(path) = absolute(self.module, &path, self.modules) else {
                continue;
            };
            let list = match item.vis {
                Visibility::Inherited => &mut self.source.imports,
                _ => &mut self.source.exports,
            };
            list.insert(name, path);
        }
    }
}

/// Returns every module of the crate whose sources are in `folder`, with its file.
fn modules(folder: &Path) -> BTreeMap<Module, PathBuf> {
    let mut found = BTreeMap::new();
    let mut folders = vec![(Vec::new(), folder.to_owned())];
    while let Some((module, folder)) = folders.pop() {
        for item in fs::read_dir(folder).unwrap() {
            let path = item.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            if name == "tests" {
                continue;
            }
            let inner = [module.as_slice(), std::slice::from_ref(&name)].concat();
            if path.is_dir() {
                folders.push((inner, path));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let root = module.is_empty() && (name == "lib" || name == "main");
                found.insert(if root { Vec::new() } else { inner }, path);
            }
        }
    }
    found
}

/// Returns the module that defines the item at `path`, following re-exports.
fn home(path: &[String], sources: &BTreeMap<Module, Source>) -> Option<Module> {
    if sources.contains_key(path) {
        return None;
    }
    let module = (0..path.len())
        .rev()
        .map(|length| &path[..length])
        .find(|module| sources.contains_key(*module))?;
    let (source, name) = (&sources[module], &path[module.len()]);
    match source.exports.get(name) {
        Some(path) if !source.items.contains(name) => home(path, sources),
        _ => Some(module.to_vec()),
    }
}

/// For each module of a crate the modules it uses.
fn uses(files: &BTreeMap<Module, PathBuf>) -> BTreeMap<Module, BTreeSet<Module>> {
    let modules: BTreeSet<Module> = files.keys().cloned().collect();
    let mut sources = BTreeMap::new();
    for (module, path) in files {
        let text = fs::read_to_string(path).unwrap();
        let file =
            syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut reader = Reader {
            module,
            modules: &modules,
            source: Source::default(),
        };
        for item in &file.items {
            reader.visit_item(item);
        }
        sources.insert(module.clone(), reader.source);
    }
    let of = |(module, source): (&Module, &Source)| {
        let imported = source.imports.values().cloned();
        let named = source.paths.iter().filter_map(|path| {
            let first = path.first()?;
            match source.imports.get(first) {
                Some(import) => Some([import.as_slice(), &path[1..]].concat()),
                None => absolute(module, path, &modules),
            }
        });
        let used = imported
            .chain(named)
            .filter_map(|path| home(&path, &sources));
        (module.clone(), used.filter(|used| used != module).collect())
    };
    sources.iter().map(of).collect()
}

/// Returns the modules on cycles, with the modules that they use on them.
fn circles(uses: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<String> {
    let reaches = |from: &Module, to: &Module| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(module) = open.pop() {
            for next in &uses[module] {
                if next == to {
                    return true;
                }
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    };
    let mut found = Vec::new();
    for (module, used) in uses {
        for other in used.iter().filter(|other| reaches(other, module)) {
            found.push(format!("{} uses {}", module.join("::"), other.join("::")));
        }
    }
    found
}

#[test]
fn no_circle_of_files_is_in_any_crate() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("src")];
    for item in fs::read_dir(root.join("crates")).unwrap() {
        folders.push(item.unwrap().path().join("src"));
    }
    let mut found = Vec::new();
    for folder in folders {
        let uses = uses(&modules(&folder));
        assert!(uses.values().any(|used| !used.is_empty()) || uses.len() == 1);
        let name = folder.strip_prefix(root).unwrap().display();
        found.extend(circles(&uses).iter().map(|line| format!("{name}: {line}")));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_circle_is_found() {
    let module = |name: &str| vec![name.to_owned()];
    let mut uses = BTreeMap::from([
        (module("a"), BTreeSet::from([module("b")])),
        (module("b"), BTreeSet::from([module("c")])),
        (module("c"), BTreeSet::new()),
    ]);
    assert_eq!(circles(&uses), [""; 0]);
    uses.insert(module("c"), BTreeSet::from([module("a")]));
    assert_eq!(circles(&uses).len(), 3);
}
