import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export type PasswordHash = { readonly salt: string; readonly hash: string }

const derive = promisify(pbkdf2)
const ITERATIONS = 1_000
const HASH_BYTES = 32

export async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = randomBytes(16).toString('base64')
  return { salt, hash: (await keyOf(password, salt)).toString('base64') }
}

export async function isPassword(password: string, { salt, hash }: PasswordHash): Promise<boolean> {
  const expected = Buffer.from(hash, 'base64')
  return expected.length === HASH_BYTES && timingSafeEqual(await keyOf(password, salt), expected)
}

function keyOf(password: string, salt: string): Promise<Buffer> {
  return derive(password, salt, ITERATIONS, HASH_BYTES, 'sha512')
}
