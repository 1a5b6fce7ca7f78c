//! `board`: a page in the browser for every game.

use std::{
    io::{self, IsTerminal, Write},
    net::{AddrParseError, IpAddr},
    path::PathBuf,
    process::{Command, Stdio},
    time::Duration,
};

use jabberwock_arena::records;
use jabberwock_board::{
    Mailbox, Record, Room,
    server::{Address, Server},
};
use jabberwock_search::Settings;
use jabberwock_variants::find;

use crate::{
    failure::{Failure, warn},
    interrupt::on_every_interrupt,
    values,
};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  jabberwock board hop --threads 2 --hash 64

Prints the address of a page on this computer and serves it until Ctrl-C. On the page one plays
against the engine, analyses and reads the rules, in every game. The address holds a key: without
it nobody may use the page.")]
pub(crate) struct Args {
    /// Name or alias of the game to begin with
    #[arg(default_value = "chess")]
    variant: String,
    /// Text of the position to begin from, or `startpos` [default: the game's start]
    #[arg(long, visible_alias = "fen", value_name = "POS")]
    position: Option<String>,
    /// Turns to make first, separated by blanks
    #[arg(long, value_name = "TURNS")]
    moves: Option<String>,
    /// Open the first game of this record (PGN) instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    record: Option<PathBuf>,
    /// Search threads, shared by all tables; one that searches has at least one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    threads: usize,
    /// Transposition tables in mebibytes, shared by all tables
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = values::mebibytes())]
    hash: usize,
    /// Port [default: 8157, or any other that is free]
    #[arg(long, value_name = "N", value_parser = values::number::<u16>(1..=u64::from(u16::MAX)))]
    port: Option<u16>,
    /// Listen on this address of this computer instead, for other computers
    #[arg(long, value_name = "ADDR", value_parser = own_address)]
    listen: Option<IpAddr>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let (mailbox, messages) = Mailbox::new();
        let settings = Settings {
            threads: self.threads,
            hash_mib: self.hash,
            move_overhead: Duration::ZERO,
        };
        let mut room = Room::new(settings, mailbox.clone());
        self.open(&mut room)?;
        let server = self.bind()?;
        let stop = server.stop();
        on_every_interrupt(move || stop.stop());
        let url = server.url();
        writeln!(out, "{url}")?;
        out.flush()?;
        if io::stdout().is_terminal() && !self.no_open {
            open_browser(&url);
        }
        let run = server.run(room, &mailbox, messages);
        run.map_err(Failure::system("cannot serve the page"))
    }

    /// Opens the table to begin with.
    fn open(&self, room: &mut Room) -> Result<(), Failure> {
        let opened = if let Some(path) = &self.record {
            let text = records::read_file(path).map_err(|error| Failure::file(path, error))?;
            Record::read(&text)
                .and_then(|record| room.open_record(record))
                .map(|fault| fault.inspect(|fault| warn(fault)))
                .map(drop)
        } else {
            find(&self.variant)?;
            let turns = self.moves.iter().flat_map(|text| text.split_whitespace());
            let turns: Vec<String> = turns.map(str::to_owned).collect();
            room.open(&self.variant, self.position.as_deref(), &turns)
        };
        opened.map_err(|refusal| Failure::Options(refusal.reason))
    }

    fn bind(&self) -> Result<Server, Failure> {
        if let Some(ip) = self.listen.filter(|ip| !ip.is_loopback()) {
            warn(&format!(
                "whoever can reach {ip} and learns the address below, which is not encrypted, can \
                 use this computer's processor and see what is on the page"
            ));
        }
        let address = Address {
            ip: self.listen,
            port: self.port,
        };
        Server::bind(address).map_err(|error| Failure::listen(address, &error))
    }
}

/// Returns an address of this computer. One that stands for all of them is refused: the page is
/// served at the address that is printed and at no other.
fn own_address(text: &str) -> Result<IpAddr, String> {
    let ip: IpAddr = text
        .parse()
        .map_err(|error: AddrParseError| error.to_string())?;
    // Browsers write addresses of IPv4 in the form of IPv6 otherwise than this program.
    let ip = ip.to_canonical();
    if ip.is_unspecified() {
        return Err("stands for all addresses of this computer; name one of them".to_owned());
    }
    Ok(ip)
}

/// Opens `url` in the browser, if the system has a way to do it.
fn open_browser(url: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "windows") {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(url);
    let quiet = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Err(error) = quiet.spawn() {
        log::info!("no browser is opened: {program}: {error}");
    }
}
