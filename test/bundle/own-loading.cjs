// tap has each test process note every module that it loads, for coverage and `--changed`, which we do not use: that is a
// thread that all modules pass through and a source map read for each, two seconds of processor time in most tests.
require('node:module').register = () => undefined
globalThis[Symbol.for('@tapjs/processinfo.ProcessInfoNodeData')] = { files: [] }

// The fuzz has a number of cases to make within its time; whoever runs beside it waits a little longer.
if (!process.argv[1]?.endsWith('fuzz.test.js')) require('node:os').setPriority(5)
