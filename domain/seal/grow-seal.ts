import { type Decide, refuse } from '../decision.ts'
import type {
  CheckpointCosigned,
  CheckpointRequested,
  CheckpointSigned,
  LeavesSealed,
  LogSealed,
  SealBegun,
  SealKeyChanged,
} from './events.ts'
import type { Seal } from './seal.ts'

/** Fixes the origin and the first key of a tree. */
export const beginSeal: Decide<SealBegun['data'], Seal, SealBegun> = (data, { key }) =>
  key === null ? [{ type: 'SealBegun', data }] : []

/** Adds leaves; nothing when the tree has others in their place. */
export const sealLeaves: Decide<LeavesSealed['data'], Seal, LeavesSealed> = (data, state) =>
  data.start === state.size && data.count > 0 && data.last_log_id > state.lastLogId
    ? [{ type: 'LeavesSealed', data }]
    : []

/** Keeps a signed checkpoint of the whole tree; nothing when there is one that says the same and nobody asked anew. */
export const signCheckpoint: Decide<CheckpointSigned['data'], Seal, CheckpointSigned> = (
  data,
  { size, signed, isHashSigned, isRequested },
) =>
  data.size === size && (signed !== size || !isHashSigned || isRequested)
    ? [{ type: 'CheckpointSigned', data }]
    : []

export const requestCheckpoint: Decide<CheckpointRequested['data'], Seal, CheckpointRequested> = (
  data,
  { isRequested },
) => (isRequested ? [] : [{ type: 'CheckpointRequested', data }])

/** Signs later checkpoints with another key; nothing when it signs already. */
export const changeSealKey: Decide<SealKeyChanged['data'], Seal, SealKeyChanged, 'not_begun'> = (
  data,
  { key },
) => {
  if (key === null) return refuse('not_begun')
  return data.key > key ? [{ type: 'SealKeyChanged', data }] : []
}

/** Keeps what witnesses have added to the newest checkpoint. */
export const keepCosignatures: Decide<
  CheckpointCosigned['data'],
  Seal,
  CheckpointCosigned,
  'not_the_newest'
> = (data, { signed, cosignatures }) => {
  if (data.size !== signed) return refuse('not_the_newest')
  const lines = data.cosignatures.filter((line) => !cosignatures.includes(line))
  return lines.length === 0
    ? []
    : [{ type: 'CheckpointCosigned', data: { ...data, cosignatures: lines } }]
}

/** Notes up to where all facts are leaves. */
export const noteSealed: Decide<LogSealed['data'], Seal, LogSealed> = (data, { through }) =>
  data.through > through ? [{ type: 'LogSealed', data }] : []
