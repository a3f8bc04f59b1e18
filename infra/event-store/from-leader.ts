/**
 * On every call, from the first one: a follower may lag, and a decision on an old state, or a subscription after a
 * position that it has not got yet, would go wrong. The client sends it with the first append for all later ones.
 */
export const FROM_LEADER = { requiresLeader: true } as const
