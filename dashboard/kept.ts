/** What this window was given to keep, where the browser keeps nothing. */
const kept = new Map<string, string>()

/** A value that this browser keeps. With its storage blocked, which throws, the window keeps it until it is closed. */
export function keptValue(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return kept.get(name) ?? null
  }
}

/** @param value null removes it */
export function keepValue(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    if (value === null) kept.delete(name)
    else kept.set(name, value)
  }
}
