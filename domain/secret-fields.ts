const SECRET = /(^|_)(refs?|sha256)$/

/** Whether a field of this name says where the vault keeps a secret, or proves one: nobody outside is shown it. */
export function isSecretField(name: string): boolean {
  return SECRET.test(name)
}
