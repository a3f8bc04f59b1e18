const asyncHooks = require('node:async_hooks')
const nodeModule = require('node:module')

// tap follows every promise, to tell to which test an error belongs that nobody awaits: a third of the processor time of
// tests full of promises. Without that such an error fails the file.
const { createHook } = asyncHooks
const noHook = { enable: () => noHook, disable: () => noHook }
asyncHooks.createHook = (callbacks) =>
  new Error().stack.includes('async-hook-domain') ? noHook : createHook(callbacks)
nodeModule.syncBuiltinESMExports()
