import {
  beginSeal,
  changeSealKey,
  keepCosignatures,
  noteSealed,
  requestCheckpoint,
  sealLeaves,
  signCheckpoint,
} from '@recado/domain/seal/grow-seal'
import { seal } from '@recado/domain/seal/seal'
import fc from 'fast-check'
import { asked, askedTwice } from './asked.ts'
import { times as at } from './values.ts'

const few = fc.nat(4)

export const seals = askedTwice(seal, [
  asked(
    beginSeal,
    fc.record({
      ...{ origin: fc.constant('api.example/log/of'), public_key: fc.constant('a-key') },
      ...{ key: fc.constant(1), begun_at: at },
    }),
  ),
  asked(
    sealLeaves,
    fc.record({
      ...{ start: few, count: few, last_log_id: few, sealed_at: at },
      ...{ hashes: fc.constant(''), journals: fc.constant([]) },
    }),
  ),
  asked(
    signCheckpoint,
    fc.record({
      ...{ size: few, signed_at: at, root: fc.constant('root'), checkpoint: fc.constant('note') },
    }),
  ),
  asked(changeSealKey, fc.record({ key: few, public_key: fc.constant('a-key'), changed_at: at })),
  asked(
    keepCosignatures,
    fc.record({
      ...{ size: few, cosigned_at: at },
      cosignatures: fc.array(fc.constantFrom('one', 'two'), { maxLength: 2 }),
    }),
  ),
  asked(requestCheckpoint, fc.record({ requested_at: at })),
  asked(noteSealed, fc.record({ through: few, sealed_at: at })),
])
