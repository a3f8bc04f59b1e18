/**
 * Set on every call from the first one on. A follower may lag: a decision would rest on old state, a subscription on
 * a position that it does not have yet. The client sends the option of its first append for all later ones.
 */
export const FROM_LEADER = { requiresLeader: true } as const
