/** Runs a call once, however often the function that this returns is called. */
export function once(call: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    call()
  }
}
