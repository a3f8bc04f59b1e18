import type { Decide } from '../decision.ts'
import type {
  CheckpointRequested,
  CheckpointSigned,
  LeavesSealed,
  LogSealed,
  SealBegun,
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

/** Keeps a signed checkpoint of the whole tree; nothing when there is one of this size that nobody asked anew for. */
export const signCheckpoint: Decide<CheckpointSigned['data'], Seal, CheckpointSigned> = (
  data,
  { size, signed, isRequested },
) =>
  data.size === size && (signed !== size || isRequested) ? [{ type: 'CheckpointSigned', data }] : []

export const requestCheckpoint: Decide<CheckpointRequested['data'], Seal, CheckpointRequested> = (
  data,
  { isRequested },
) => (isRequested ? [] : [{ type: 'CheckpointRequested', data }])

/** Notes up to where all facts are leaves. */
export const noteSealed: Decide<LogSealed['data'], Seal, LogSealed> = (data, { through }) =>
  data.through > through ? [{ type: 'LogSealed', data }] : []
