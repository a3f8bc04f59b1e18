import { createHash } from 'node:crypto'
import { isOfBytes } from '@recado/projectors/reactors/media/is-of-bytes'
import fc from 'fast-check'
import { test } from 'tap'

const digest = (bytes: Uint8Array, form: 'hex' | 'base64') =>
  createHash('sha256').update(bytes).digest(form)

test('a hash is compared in hex and in base64, and says nothing in any other form', async () =>
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (one, other) => {
      const [hex, base64] = [digest(one, 'hex'), digest(one, 'base64')]
      const isSame = hex === digest(other, 'hex')
      const known = [hex, hex.toUpperCase(), base64, base64.replace('=', '')]
      return (
        known.every((text) => isOfBytes(text, hex)) &&
        known.every((text) => isOfBytes(text, digest(other, 'hex')) === isSame) &&
        [null, '', 'hash-as-given', base64.slice(1)].every((text) => isOfBytes(text, hex))
      )
    }),
  ))
