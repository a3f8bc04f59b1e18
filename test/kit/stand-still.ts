/** Stands still as a process does that gets no CPU, or works for too long: the loop does not turn. */
export function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
