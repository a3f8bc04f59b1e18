/** Settings that a program cannot start with. The message is for the person who set them. */
export class WrongSettings extends Error {
  override name = 'WrongSettings'
}

/** Reads the settings of a program, or ends it with exit code 1 and what is wrong, without a stack. */
export function settingsOrExit<Settings>(read: () => Settings): Settings {
  try {
    return read()
  } catch (error) {
    return exitIfWrong(error)
  }
}

/** Waits for what a program needs, or ends it as `settingsOrExit` does when a setting leads to what it cannot use. */
export function usableOrExit<Needed>(needed: Promise<Needed>): Promise<Needed> {
  return needed.catch(exitIfWrong)
}

function exitIfWrong(error: unknown): never {
  if (!(error instanceof WrongSettings)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
