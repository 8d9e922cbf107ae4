// Before any module: a content security policy without unsafe-eval forbids zod's compiled validators, and even to ask for them is reported.
globalThis.__zod_globalConfig = { jitless: true }
