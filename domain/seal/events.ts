import type { JournalCategory } from '../category.ts'
import type { FieldClasses } from '../field-classes.ts'

/**
 * A tree of hashes over facts began: over those of an account, or over those that belong to none. Its origin never
 * changes. Stream: the account's id, or `installation`; facts of these streams are no leaves of any tree.
 */
export type SealBegun = {
  type: 'SealBegun'
  data: {
    /** What checkpoints call the tree. */
    origin: string
    /** By which checkpoints are verified, in the form `name+id+key` of C2SP signed-note. */
    public_key: string
    /** Number of the key in the vault. */
    key: number
    begun_at: string
  }
}

/** Later checkpoints of the tree are signed with another key; the next one names it, and is signed with both. */
export type SealKeyChanged = {
  type: 'SealKeyChanged'
  data: { public_key: string; key: number; changed_at: string }
}

/**
 * Base64 of a hash over what the facts of the stream say beside the hashes of the leaves, up to and with this one.
 * Checkpoints have it in the text that is signed. Absent in facts from before there was one.
 */
export type RunningHash = string

/** Leaves that are facts of one day of a journal. */
export type LeavesOfDay = {
  journal: JournalCategory
  /** The UTC day that names the stream, such as `20260131`: its facts may have been recorded later. */
  day: string
  /** Base64 of bits, the lowest first: which of the new leaves these are. */
  leaves: string
}

/** The next facts of the log became leaves of the tree. One fact has leaves of one tile, which is 256 leaves. */
export type LeavesSealed = {
  type: 'LeavesSealed'
  data: {
    /** How many leaves the tree had before. */
    start: number
    count: number
    /** Base64 of the hashes of the leaves, 32 bytes each, in the order of the log. */
    hashes: string
    /** Which leaves retention may delete, with their days. */
    journals: LeavesOfDay[]
    /** Log id of the last leaf. */
    last_log_id: number
    running_hash?: RunningHash
    sealed_at: string
  }
}

/** A checkpoint of the tree was signed: whoever holds it notices when one of its leaves is changed later. */
export type CheckpointSigned = {
  type: 'CheckpointSigned'
  data: {
    size: number
    /** Base64 of the root. */
    root: string
    /** A signed note, as C2SP tlog-checkpoint has it. */
    checkpoint: string
    signed_at: string
  }
}

/** Somebody wants a checkpoint now. */
export type CheckpointRequested = {
  type: 'CheckpointRequested'
  data: { requested_at: string }
}

/** Witnesses have seen a checkpoint, and that it continues what they had seen before. */
export type CheckpointCosigned = {
  type: 'CheckpointCosigned'
  data: {
    size: number
    /** Lines of a signed note, as C2SP tlog-cosignature has them. */
    cosignatures: string[]
    cosigned_at: string
  }
}

/** All facts of the log up to here are leaves of their trees. Stream: `installation`. */
export type LogSealed = {
  type: 'LogSealed'
  data: {
    /** Log id of the last fact that was looked at. */
    through: number
    running_hash?: RunningHash
    sealed_at: string
  }
}

export type SealEvent =
  | SealBegun
  | SealKeyChanged
  | LeavesSealed
  | CheckpointSigned
  | CheckpointRequested
  | CheckpointCosigned
  | LogSealed

export const SEAL_FIELDS = {
  SealBegun: { origin: 'plain', public_key: 'plain' },
  SealKeyChanged: { public_key: 'plain' },
  LeavesSealed: { hashes: 'plain', journals: 'plain', running_hash: 'plain' },
  CheckpointSigned: { root: 'plain', checkpoint: 'plain' },
  CheckpointRequested: {},
  CheckpointCosigned: { cosignatures: 'plain' },
  LogSealed: { running_hash: 'plain' },
} satisfies FieldClasses<SealEvent>
