/** The values of this window in a browser that stores none. */
const inWindow = new Map<string, string>()

/** A value that this browser stores. If its storage is blocked, and so throws, the window has the value until it closes. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return inWindow.get(name) ?? null
  }
}

/** Stores a value in this browser. @param value null removes it */
export function store(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    if (value === null) inWindow.delete(name)
    else inWindow.set(name, value)
  }
}
