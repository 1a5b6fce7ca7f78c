"""The program at a terminal, where a person may have started it without a command."""

import os
import pty
import select
import subprocess
import unittest

from native import BINARY

#: Seconds to wait for output before the test fails.
PATIENCE = 120


class Terminal:
    """The program in a pseudo-terminal."""

    def __init__(self):
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [BINARY], stdin=slave, stdout=slave, stderr=slave, close_fds=True
        )
        os.close(slave)
        self.text = ""

    def read_until(self, text):
        """Reads output up to `text`, and gives what came since the last call."""
        while text not in self.text:
            if not select.select([self.master], [], [], PATIENCE)[0]:
                raise AssertionError(f"no {text!r} in {self.text!r}")
            self.text += os.read(self.master, 4096).decode().replace("\r\n", "\n")
        end = self.text.index(text) + len(text)
        output, self.text = self.text[:end], self.text[end:]
        return output

    def send(self, line):
        os.write(self.master, f"{line}\n".encode())

    def close(self):
        """Waits for the end of the program and gives its exit status."""
        status = self.process.wait(PATIENCE)
        os.close(self.master)
        return status


class TerminalTest(unittest.TestCase):
    def setUp(self):
        self.terminal = Terminal()
        self.addCleanup(self.terminal.process.kill)
        self.greeting = self.terminal.read_until("jabberwock analyze hop`.\n")

    def test_a_person_is_told_what_this_is_and_how_to_get_help(self):
        self.assertTrue(self.greeting.startswith("Jabberwock "), self.greeting)
        self.assertIn('"help"', self.greeting)
        self.assertIn("jabberwock --help", self.greeting)
        self.terminal.send("quit")
        self.assertEqual(self.terminal.close(), 0)

    def test_help_lists_commands_and_d_and_show_draw_the_board(self):
        self.terminal.send("help")
        self.terminal.read_until("\nposition startpos ")
        for command in ("d", "show"):
            self.terminal.send(command)
            board = self.terminal.read_until("\nPosition: ")
            self.assertIn("| r | n | b | q | k | b | n | r |", board)
        self.terminal.send("quit")
        self.assertEqual(self.terminal.close(), 0)

    def test_the_board_is_drawn_in_cecp_without_comment_marks(self):
        self.terminal.send("new")
        self.terminal.send("show")
        self.assertNotIn("#", self.terminal.read_until("\nPosition: "))
        self.terminal.send("quit")
        self.assertEqual(self.terminal.close(), 0)


class PipeTest(unittest.TestCase):
    def test_a_piped_program_is_not_greeted(self):
        output = subprocess.run([BINARY], input=b"quit\n", capture_output=True, timeout=PATIENCE)
        self.assertEqual((output.stdout, output.stderr), (b"", b""))


if __name__ == "__main__":
    unittest.main()
