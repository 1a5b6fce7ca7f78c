"""The release build on emulated processors, with and without the instructions that it uses."""

import os
import platform
import shutil
import subprocess
import unittest

from native import BINARY

EMULATOR = shutil.which("qemu-x86_64")
IS_REQUIRED = os.environ.get("JABBERWOCK_QEMU") == "required"


def variants(processor):
    command = [EMULATOR, "-cpu", processor, BINARY, "variants"]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


@unittest.skipUnless(platform.machine() == "x86_64", "the build is for other processors")
@unittest.skipUnless(EMULATOR or IS_REQUIRED, "qemu-x86_64 is missing")
class Processor(unittest.TestCase):
    def test_a_processor_without_the_instructions_of_the_build_is_refused(self):
        for processor in ["Nehalem", "IvyBridge"]:
            run = variants(processor)
            self.assertEqual((run.returncode, run.stdout), (2, ""))
            self.assertIn("error: this build is for processors with AVX2", run.stderr)

    def test_a_processor_of_2013_runs_the_build(self):
        run = variants("Haswell")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("Hop Chess", run.stdout)


if __name__ == "__main__":
    unittest.main()
