const asyncHooks = require('node:async_hooks')
const nodeModule = require('node:module')

// tap has each test process note every module that it loads, for coverage and `--changed`, which we do not use: that is a
// thread that all modules pass through and a source map read for each, two seconds of processor time in most tests.
nodeModule.register = () => undefined
globalThis[Symbol.for('@tapjs/processinfo.ProcessInfoNodeData')] = { files: [] }

// tap follows every promise, to tell to which test an error belongs that nobody awaits: a third of the processor time of
// tests full of promises. Without that such an error fails the file.
const { createHook } = asyncHooks
const noHook = { enable: () => noHook, disable: () => noHook }
asyncHooks.createHook = (callbacks) =>
  new Error().stack.includes('async-hook-domain') ? noHook : createHook(callbacks)
nodeModule.syncBuiltinESMExports()
