/** With calls waiting, a connection that returns nothing for this long is suspected, ms. */
const MUTE_MS = 1_000

const LOOK_EVERY_MS = 250

export type MuteWatch = {
  sign(): void
  /** Reports a waiting call, until the returned function is called. */
  waiting(): () => void
  stop(): void
}

/** @param doubt called repeatedly while the connection stays mute */
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
