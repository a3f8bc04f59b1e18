/** A promise and the function that resolves it. */
export function hold() {
  let resolve: (value: unknown) => void = () => undefined
  const promise = new Promise((done) => {
    resolve = done
  })
  return { promise, resolve }
}
