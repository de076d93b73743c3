"""The sandbox: what is put round a process that runs authored code, and how it is started, spoken to and ended."""
