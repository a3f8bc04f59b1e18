/** From source, as `npm start` runs it. */
export const SOURCE_FLAGS = ['--conditions=@recado/source', '--import=tsx']

/** How a test starts a program of this repository: as it was started itself, from source or from a bundle. */
export const NODE_FLAGS = process.execArgv.includes('--import=tsx') ? SOURCE_FLAGS : []
