/**
 * Wraps a document to record which of its fields are read. A validator that reads the wrapped document has read exactly
 * the fields that its schema knows, so the others are undescribed.
 */
export function readingAll(document: object) {
  const read = new Set<string>()
  const watched = (value: object, path: string): object =>
    new Proxy(value, {
      get(target, key) {
        const own = Reflect.get(target, key)
        if (typeof key === 'symbol' || !Object.hasOwn(target, key)) return own
        const at = `${path}/${key}`
        read.add(at)
        return typeof own === 'object' && own !== null ? watched(own, at) : own
      },
    })
  return {
    seen: watched(document, ''),
    unread: () => pathsIn(document, '').filter((path) => !read.has(path)),
  }
}

function pathsIn(value: object, path: string): string[] {
  return Object.entries(value).flatMap(([key, one]) => [
    `${path}/${key}`,
    ...(typeof one === 'object' && one !== null ? pathsIn(one, `${path}/${key}`) : []),
  ])
}
