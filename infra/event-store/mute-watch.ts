/** With calls waiting and nothing coming back for so long a connection is doubted, in ms. */
const MUTE_MS = 1_000

const LOOK_EVERY_MS = 250

/** Watches whether anything comes back while calls wait. */
export type MuteWatch = {
  /** Something came back. */
  sign(): void
  /** A call waits, until the returned function is called. */
  waiting(): () => void
  stop(): void
}

/** @param doubt called again and again for as long as the connection stays mute */
export function muteWatch(doubt: () => void): MuteWatch {
  let waiting = 0
  let quietSince = 0
  const timer = setInterval(() => {
    if (waiting > 0 && performance.now() - quietSince >= MUTE_MS) doubt()
  }, LOOK_EVERY_MS)
  timer.unref()
  return {
    sign() {
      quietSince = performance.now()
    },
    waiting() {
      if (waiting === 0) quietSince = performance.now()
      waiting += 1
      return () => {
        waiting -= 1
      }
    },
    stop: () => clearInterval(timer),
  }
}
