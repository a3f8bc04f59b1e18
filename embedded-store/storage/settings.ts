/**
 * Settings of every connection, as libpq options. All our statements are look-ups by key; plans made while the
 * tables are still small would scan them whole, and stay in use as they grow.
 */
export const SETTINGS = [
  'synchronous_commit=on',
  'jit=off',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'enable_bitmapscan=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')
