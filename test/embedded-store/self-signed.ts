import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

/** A self-signed certificate for 127.0.0.1 and its key, as PEM files that are deleted when the test ends. */
export async function selfSigned(t: Test): Promise<{ cert: string; key: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'recado-tls-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await writeFile(cert, pem(certificate(privateKey)))
  return { cert, key }
}

// The parts of X.509 (RFC 5280) and DER that a certificate needs.
const SEQUENCE = 0x30
const SET = 0x31
const ECDSA_WITH_SHA256 = der(SEQUENCE, der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
const COMMON_NAME = der(0x06, Buffer.from('550403', 'hex'))
const SUBJECT_ALT_NAME = der(0x06, Buffer.from('551d11', 'hex'))
const LOOPBACK = der(0x87, Buffer.from([127, 0, 0, 1]))

function certificate(key: KeyObject): Buffer {
  const name = nameOf('127.0.0.1')
  const alternatives = der(SEQUENCE, SUBJECT_ALT_NAME, der(0x04, der(SEQUENCE, LOOPBACK)))
  const body = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    der(SEQUENCE, time('200101000000Z'), time('491231235959Z')),
    name,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, alternatives)),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, key)])
  return der(SEQUENCE, body, ECDSA_WITH_SHA256, der(0x03, signature))
}

function nameOf(text: string): Buffer {
  return der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from(text)))))
}

function time(text: string): Buffer {
  return der(0x17, Buffer.from(text))
}

/** A DER value: tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), content])
}

function pem(bytes: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`
}
