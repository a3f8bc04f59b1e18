/** Settings that a program cannot start with. The message is for the person who set them. */
export class WrongSettings extends Error {
  override name = 'WrongSettings'
}

/** Reads the settings of a program, or ends it with exit code 1 and what is wrong, without a stack. */
export function settingsOrExit<Settings>(read: () => Settings): Settings {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof WrongSettings)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
