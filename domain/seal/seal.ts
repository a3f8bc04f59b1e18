import type { Aggregate } from '../decision.ts'
import type { RunningHash, SealEvent } from './events.ts'

export type Seal = {
  /** Number of the key that signs; null before the tree began. */
  readonly key: number | null
  /** Number of the key that signed before, until a checkpoint is signed with both. */
  readonly keyBefore: number | null
  /** How many leaves the tree has. */
  readonly size: number
  /** Size of the newest checkpoint; null before the first. */
  readonly signed: number | null
  readonly runningHash: RunningHash | null
  /** Whether the newest checkpoint has the running hash. */
  readonly isHashSigned: boolean
  /** Lines of witnesses below the newest checkpoint. */
  readonly cosignatures: readonly string[]
  /** Log id of the last leaf; -1 without one. */
  readonly lastLogId: number
  readonly isRequested: boolean
  /** Log id up to which all facts are leaves; -1 before the first round. Only of the tree without an account. */
  readonly through: number
  /** When that was noted. */
  readonly throughAt: string | null
}

/** A tree of hashes over facts. Stream: the account's id, or `installation`. */
export const seal: Aggregate<Seal, SealEvent> = {
  category: 'seal',
  initialState: {
    ...{ key: null, keyBefore: null, size: 0, signed: null, cosignatures: [] },
    ...{ runningHash: null, isHashSigned: true },
    ...{ lastLogId: -1, isRequested: false, through: -1, throughAt: null },
  },
  evolve(state, { type, data }) {
    switch (type) {
      case 'SealBegun':
        return { ...state, key: data.key }
      case 'SealKeyChanged':
        return { ...state, key: data.key, keyBefore: state.keyBefore ?? state.key }
      case 'LeavesSealed':
        return {
          ...{ ...state, size: data.start + data.count, lastLogId: data.last_log_id },
          ...{ runningHash: data.running_hash ?? null, isHashSigned: false },
        }
      case 'CheckpointSigned':
        return {
          ...{ ...state, signed: data.size, isRequested: false, keyBefore: null },
          ...{ cosignatures: [], isHashSigned: true },
        }
      case 'CheckpointRequested':
        return { ...state, isRequested: true }
      case 'CheckpointCosigned':
        return data.size === state.signed
          ? { ...state, cosignatures: [...state.cosignatures, ...data.cosignatures] }
          : state
      case 'LogSealed':
        return {
          ...{ ...state, through: data.through, throughAt: data.sealed_at },
          ...{ runningHash: data.running_hash ?? null, isHashSigned: false },
        }
    }
  },
}
