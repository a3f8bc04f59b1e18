const SECRET = /(^|_)(refs?|sha256)$/

/** Whether a field of this name holds a vault reference or the hash of a secret, which nobody outside may see. */
export function isSecretField(name: string): boolean {
  return SECRET.test(name)
}
