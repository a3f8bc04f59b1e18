/** Flags to run a program from source, as `npm start` does. */
export const SOURCE_FLAGS = ['--conditions=@recado/source', '--import=tsx']

/** Flags to start a program of this repository the way this process was started: from source or from a bundle. */
export const NODE_FLAGS = process.execArgv.includes('--import=tsx') ? SOURCE_FLAGS : []
