//! The `feature` lines of a CECP program.

/// The features that the match uses.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a feature of its own"
)]
pub(super) struct Features {
    pub(super) ping: bool,
    pub(super) setboard: bool,
    pub(super) usermove: bool,
    pub(super) reuse: bool,
    pub(super) nps: bool,
    pub(super) time: bool,
    pub(super) variants: Vec<String>,
    pub(super) options: Vec<String>,
    pub(super) done: Option<bool>,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            ping: false,
            setboard: false,
            usermove: false,
            reuse: true,
            nps: false,
            time: true,
            variants: Vec::new(),
            options: Vec::new(),
            done: None,
        }
    }
}

impl Features {
    /// Parses the text after `feature`; returns the answer to each feature. The match sends turns
    /// in coordinates, so `san` is rejected.
    pub(super) fn read(&mut self, text: &str) -> Vec<String> {
        let mut answers = Vec::new();
        let mut rest = text.trim_start();
        while let Some((name, after)) = rest.split_once('=') {
            let (value, after) = if let Some(quoted) = after.strip_prefix('"') {
                quoted.split_once('"').unwrap_or((quoted, ""))
            } else {
                after.split_once(' ').unwrap_or((after, ""))
            };
            let yes = value == "1";
            match name {
                "ping" => self.ping = yes,
                "setboard" => self.setboard = yes,
                "usermove" => self.usermove = yes,
                "reuse" => self.reuse = yes,
                "nps" => self.nps = yes,
                "time" => self.time = yes,
                "memory" | "smp" if yes => {
                    let option = if name == "smp" { "cores" } else { name };
                    self.options.push(option.to_owned());
                }
                "variants" => self.variants = value.split(',').map(str::to_owned).collect(),
                "option" => {
                    let option = value.split(" -").next().unwrap_or_default();
                    self.options.push(option.to_owned());
                }
                "done" => self.done = Some(yes),
                _ => {}
            }
            let is_rejected = name == "san" && yes;
            let answer = if is_rejected { "rejected" } else { "accepted" };
            answers.push(format!("{answer} {name}"));
            rest = after.trim_start();
        }
        answers
    }
}

#[cfg(test)]
mod tests {
    use super::Features;

    #[test]
    fn features_are_read_with_and_without_quotes() {
        let mut features = Features::default();
        let answers = features.read("done=0 ping=1 variants=\"normal,hop\" usermove=1");
        let names = ["done", "ping", "variants", "usermove"];
        assert_eq!(answers, names.map(|name| format!("accepted {name}")));
        features.read("option=\"Move Overhead -spin 10 0 100\" memory=1 done=1");
        assert!(features.ping && features.usermove && !features.setboard);
        assert_eq!(features.variants, ["normal", "hop"]);
        assert_eq!(features.options, ["Move Overhead", "memory"]);
        assert_eq!(features.done, Some(true));
        assert_eq!(
            features.read("san=1 colors=0"),
            ["rejected san", "accepted colors"]
        );
        assert_eq!(features.read("san=0"), ["accepted san"]);
        features.read("broken=\"no end");
        features.read("=");
    }
}
