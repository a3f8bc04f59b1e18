/** A promise that somebody else resolves. */
export function hold() {
  let resolve: (value: unknown) => void = () => undefined
  const promise = new Promise((done) => {
    resolve = done
  })
  return { promise, resolve }
}
