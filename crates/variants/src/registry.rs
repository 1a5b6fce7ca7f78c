//! The registry, the only place that lists all variants.

use jabberwock_game::Evaluate;

use crate::{
    chakra::{self, Chakra},
    chaotic::{self, Chaotic},
    chess::Chess,
    chess960::Chess960,
    crazy::{self, Crazy},
    denial::{self, Layer},
    examples::{self, Example},
    hop::{self, Hop},
    mega::Mega,
    xboard::XBoardLayout,
};

/// A row of the registry.
#[derive(Debug)]
pub struct Entry {
    /// The variant's name, in `docs/rules/notation.md` and in every front end.
    pub name: &'static str,
    /// Other names that [`crate::find`] accepts.
    pub aliases: &'static [&'static str],
    /// A description of the game in one line.
    pub description: &'static str,
    /// The positions of `bench`, one per line.
    pub bench: &'static str,
    /// The depth of `bench`, in plies.
    pub bench_depth: u32,
    /// Known counts of turns, one line `name ; position ; depth ; turns` each.
    pub perft: &'static str,
    /// Files of examples; [`Entry::examples`] reads them.
    pub(crate) example_files: &'static [&'static str],
    /// The `XBoard` display of the game, if `XBoard` does not support the game itself but can show
    /// it.
    pub xboard: Option<&'static XBoardLayout>,
    /// The method of choosing turns.
    pub method: Method,
    variant: AnyVariant,
}

/// The method of choosing the turns of a game.
#[derive(Clone, Copy, Debug)]
pub enum Method {
    /// By the search, which goes through all legal turns.
    Searched,
    /// By the planner: in a game of games the legal turns are too many to be listed.
    Planned(Mega),
}

/// A computation that is generic over the variant: [`Entry::accept`] calls it with the type of the
/// row.
pub trait Visitor {
    /// The result.
    type Output;

    /// Runs the computation with the row's variant.
    fn visit<V: Evaluate>(self, entry: &'static Entry, variant: V) -> Self::Output;
}

/// Returns all variants, in the order in which front ends list them.
pub fn entries() -> &'static [Entry] {
    ENTRIES
}

/// `XBoard`'s name of orthodox chess, the default variant.
pub const NORMAL: &str = "normal";

/// `XBoard`'s name of Chess960.
pub const FISCHERANDOM: &str = "fischerandom";

impl Entry {
    /// Returns `XBoard`'s name of the game, if `XBoard` implements its rules.
    pub fn xboard_name(&self) -> Option<&'static str> {
        let mut known = [NORMAL, FISCHERANDOM].into_iter();
        known.find(|name| self.aliases.contains(name))
    }

    /// Whether `XBoard` can show the game, because it supports it or by a layout.
    pub fn is_shown_by_xboard(&self) -> bool {
        self.xboard.is_some() || self.xboard_name().is_some()
    }

    /// Returns positions that show the rules of the game, the simplest first.
    pub fn examples(&self) -> Vec<Example> {
        examples::of_game(self.example_files, self.name)
    }

    /// Returns the number of start positions.
    pub fn starts(&'static self) -> u32 {
        struct Count;
        impl Visitor for Count {
            type Output = u32;

            fn visit<V: Evaluate>(self, _: &'static Entry, _: V) -> u32 {
                V::STARTS
            }
        }
        self.accept(Count)
    }

    /// Returns the text of start position `number`, which is less than [`Entry::starts`].
    pub fn start_text(&'static self, number: u32) -> String {
        struct Text(u32);
        impl Visitor for Text {
            type Output = String;

            fn visit<V: Evaluate>(self, _: &'static Entry, variant: V) -> String {
                variant.start_text(self.0)
            }
        }
        self.accept(Text(number))
    }

    /// Returns the game of games of this entry; `None` if its turns are searched.
    pub fn planned(&self) -> Option<Mega> {
        match self.method {
            Method::Searched => None,
            Method::Planned(mega) => Some(mega),
        }
    }
}

/// Declares the entries, and the dispatch from an entry to the type of its variant.
macro_rules! registry {
    (@Searched $variant:expr) => { Method::Searched };
    (@Planned $variant:expr) => { Method::Planned($variant) };
    ($($method:ident $kind:ident($variant:expr, $type:ty) {
        name: $name:literal,
        aliases: $aliases:expr,
        description: $description:literal,
        bench: $bench:expr,
        bench_depth: $depth:literal,
        perft: $perft:expr,
        examples: [$($examples:literal),+],
        xboard: $xboard:expr $(,)?
    })*) => {
        #[derive(Debug)]
        enum AnyVariant { $($kind($type),)* }

        static ENTRIES: &[Entry] = &[$(Entry {
            name: $name,
            aliases: &$aliases,
            description: $description,
            bench: $bench,
            bench_depth: $depth,
            perft: $perft,
            example_files: &[$(include_str!($examples)),+],
            xboard: $xboard,
            method: registry!(@$method $variant),
            variant: AnyVariant::$kind($variant),
        },)*];

        impl Entry {
            /// Calls `visitor` with this row's variant.
            pub fn accept<T: Visitor>(&'static self, visitor: T) -> T::Output {
                match self.variant { $(AnyVariant::$kind(variant) => visitor.visit(self, variant),)* }
            }
        }
    };
}

registry! {
    Searched Chess(Chess, Chess) {
        name: "chess",
        aliases: [NORMAL],
        description: "Chess by the laws of FIDE",
        bench: include_str!("chess/bench.txt"),
        bench_depth: 13,
        perft: include_str!("chess/perft.txt"),
        examples: ["chess/examples.txt"],
        xboard: None,
    }
    Searched Chess960(Chess960, Chess960) {
        name: "chess960",
        aliases: [FISCHERANDOM, "fischerrandom", "frc"],
        description: "Chess960: chess from one of 960 starts (Bobby Fischer, 1996)",
        bench: include_str!("chess960/bench.txt"),
        bench_depth: 12,
        perft: include_str!("chess960/perft.txt"),
        examples: ["chess960/examples.txt"],
        xboard: None,
    }
    Searched Hop(Hop, Hop) {
        name: "hop",
        aliases: ["hopchess"],
        description: "Hop Chess: pieces that land on one of two hoppers move on (João Neto, 2005)",
        bench: include_str!("hop/bench.txt"),
        bench_depth: 7,
        perft: include_str!("hop/perft.txt"),
        examples: ["hop/examples.txt"],
        xboard: Some(&hop::XBOARD),
    }
    Searched Chaotic(Chaotic, Chaotic) {
        name: "chaotic",
        aliases: ["chaoticchess"],
        description: "Chaotic Chess: merchants immobilise and backstab, pawns push (Patrik Hedman, 2014)",
        bench: include_str!("chaotic/bench.txt"),
        bench_depth: 13,
        perft: include_str!("chaotic/perft.txt"),
        examples: ["chaotic/examples.txt"],
        xboard: Some(&chaotic::XBOARD),
    }
    Searched Chakra(Chakra::CLASSIC, Chakra) {
        name: "chakra",
        aliases: ["chakrachess"],
        description: "Chakra: pieces are transmitted between two chakras (Christiaan Freeling, 1980)",
        bench: include_str!("chakra/bench.txt"),
        bench_depth: 14,
        perft: include_str!("chakra/perft.txt"),
        examples: ["chakra/examples.txt"],
        xboard: Some(&chakra::XBOARD),
    }
    Searched ChakraModern(Chakra::MODERN, Chakra) {
        name: "chakra-modern",
        aliases: [],
        description: "Chakra without the pawn's double step",
        bench: include_str!("chakra/bench.txt"),
        bench_depth: 14,
        perft: include_str!("chakra/perft.txt"),
        examples: ["chakra/examples.txt"],
        xboard: Some(&chakra::XBOARD),
    }
    Searched Denial(Layer::hard(Chess), Layer<Chess>) {
        name: "denial",
        aliases: ["denialchess"],
        description: "Chess in which a move can be denied (Chaos Monolith, 2011)",
        bench: include_str!("denial/bench.txt"),
        bench_depth: 14,
        perft: include_str!("denial/perft.txt"),
        examples: ["denial/examples.txt"],
        xboard: Some(&denial::XBOARD),
    }
    Searched DenialSoft(Layer::hard(Chess).soft(), Layer<Chess>) {
        name: "denial-soft",
        aliases: [],
        description: "Denial, but king moves cannot be denied",
        bench: include_str!("denial/bench.txt"),
        bench_depth: 14,
        perft: include_str!("denial/perft.txt"),
        examples: ["denial/examples.txt"],
        xboard: Some(&denial::XBOARD),
    }
    Searched DenialClaim(Layer::hard(Chess).claim(), Layer<Chess>) {
        name: "denial-claim",
        aliases: [],
        description: "Denial, but after three denials the holder may claim a draw",
        bench: include_str!("denial/bench.txt"),
        bench_depth: 14,
        perft: include_str!("denial/perft.txt"),
        examples: ["denial/examples.txt"],
        xboard: Some(&denial::XBOARD),
    }
    Searched DenialSoftClaim(Layer::hard(Chess).soft().claim(), Layer<Chess>) {
        name: "denial-soft-claim",
        aliases: [],
        description: "Denial-soft, but after three denials the holder may claim a draw",
        bench: include_str!("denial/bench.txt"),
        bench_depth: 14,
        perft: include_str!("denial/perft.txt"),
        examples: ["denial/examples.txt"],
        xboard: Some(&denial::XBOARD),
    }
    Searched CrazyFree(Crazy, Crazy) {
        name: "crazy-free",
        aliases: [],
        description: "Crazy Chess without denial (Chaos Monolith, 2011)",
        bench: include_str!("crazy/bench.txt"),
        bench_depth: 12,
        perft: include_str!("crazy/perft.txt"),
        examples: ["crazy/examples.txt"],
        xboard: Some(&crazy::XBOARD),
    }
    Searched Crazy(Layer::hard(Crazy), Layer<Crazy>) {
        name: "crazy",
        aliases: ["crazychess"],
        description: "Crazy Chess: pieces inside rooks, ghosts, disguises, and denial (Chaos Monolith, 2011)",
        bench: include_str!("denial/over_crazy/bench.txt"),
        bench_depth: 11,
        perft: include_str!("crazy/perft.txt"),
        examples: ["crazy/examples.txt", "denial/over_crazy/examples.txt"],
        xboard: Some(&crazy::XBOARD),
    }
    Searched CrazySoft(Layer::hard(Crazy).soft(), Layer<Crazy>) {
        name: "crazy-soft",
        aliases: [],
        description: "Crazy Chess, but king moves cannot be denied",
        bench: include_str!("denial/over_crazy/bench.txt"),
        bench_depth: 11,
        perft: include_str!("crazy/perft.txt"),
        examples: ["crazy/examples.txt", "denial/over_crazy/examples.txt"],
        xboard: Some(&crazy::XBOARD),
    }
    Searched CrazyClaim(Layer::hard(Crazy).claim(), Layer<Crazy>) {
        name: "crazy-claim",
        aliases: [],
        description: "Crazy Chess, but after three denials the holder may claim a draw",
        bench: include_str!("denial/over_crazy/bench.txt"),
        bench_depth: 11,
        perft: include_str!("crazy/perft.txt"),
        examples: ["crazy/examples.txt", "denial/over_crazy/examples.txt"],
        xboard: Some(&crazy::XBOARD),
    }
    Searched CrazySoftClaim(Layer::hard(Crazy).soft().claim(), Layer<Crazy>) {
        name: "crazy-soft-claim",
        aliases: [],
        description: "Crazy-soft, but after three denials the holder may claim a draw",
        bench: include_str!("denial/over_crazy/bench.txt"),
        bench_depth: 11,
        perft: include_str!("crazy/perft.txt"),
        examples: ["crazy/examples.txt", "denial/over_crazy/examples.txt"],
        xboard: Some(&crazy::XBOARD),
    }
    Planned Mega(Mega::of_level(1), Mega) {
        name: "mega",
        aliases: ["megachess", "recursive-1"],
        description: "Mega-Chess: 32 games of chess are the pieces of one (David Howe, 2001)",
        bench: include_str!("mega/bench.txt"),
        bench_depth: 12,
        perft: include_str!("mega/perft.txt"),
        examples: ["mega/examples.txt"],
        xboard: None,
    }
    Planned Recursive2(Mega::of_level(2), Mega) {
        name: "recursive-2",
        aliases: ["moser"],
        description: "Recursive-Chess of level 2: the pieces are games of level 1",
        bench: include_str!("mega/bench-recursive.txt"),
        bench_depth: 2,
        perft: include_str!("mega/perft.txt"),
        examples: ["mega/examples-recursive.txt"],
        xboard: None,
    }
    Planned Recursive3(Mega::of_level(3), Mega) {
        name: "recursive-3",
        aliases: [],
        description: "Recursive-Chess of level 3: the pieces are games of level 2",
        bench: include_str!("mega/bench-recursive.txt"),
        bench_depth: 2,
        perft: include_str!("mega/perft.txt"),
        examples: ["mega/examples-recursive.txt"],
        xboard: None,
    }
    Planned Recursive4(Mega::of_level(4), Mega) {
        name: "recursive-4",
        aliases: [],
        description: "Recursive-Chess of level 4: the pieces are games of level 3",
        bench: include_str!("mega/bench-recursive.txt"),
        bench_depth: 2,
        perft: include_str!("mega/perft.txt"),
        examples: ["mega/examples-recursive.txt"],
        xboard: None,
    }
    Planned Recursive5(Mega::of_level(5), Mega) {
        name: "recursive-5",
        aliases: [],
        description: "Recursive-Chess of level 5: the pieces are games of level 4",
        bench: include_str!("mega/bench-recursive.txt"),
        bench_depth: 2,
        perft: include_str!("mega/perft.txt"),
        examples: ["mega/examples-recursive.txt"],
        xboard: None,
    }
    Planned Recursive6(Mega::of_level(6), Mega) {
        name: "recursive-6",
        aliases: [],
        description: "Recursive-Chess of level 6: the pieces are games of level 5",
        bench: include_str!("mega/bench-recursive.txt"),
        bench_depth: 2,
        perft: include_str!("mega/perft.txt"),
        examples: ["mega/examples-recursive.txt"],
        xboard: None,
    }
    Planned Recursive7(Mega::of_level(7), Mega) {
        name: "recursive-7",
        aliases: [],
        description: "Recursive-Chess of level 7: the pieces are games of level 6",
        bench: include_str!("mega/bench-recursive.txt"),
        bench_depth: 2,
        perft: include_str!("mega/perft.txt"),
        examples: ["mega/examples-recursive.txt"],
        xboard: None,
    }
    Planned Recursive8(Mega::of_level(8), Mega) {
        name: "recursive-8",
        aliases: ["aleph"],
        description: "Recursive-Chess of level 8: the pieces are games of level 7",
        bench: include_str!("mega/bench-recursive.txt"),
        bench_depth: 2,
        perft: include_str!("mega/perft.txt"),
        examples: ["mega/examples-recursive.txt"],
        xboard: None,
    }
}
