// Preloaded into every child, so that the child ends with its parent, even after kill -9.
// A child with its own listener for `disconnect` closes by that; any other gets SIGTERM.

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), 25_000).unref()
  if (process.listenerCount('disconnect') === 0) process.kill(process.pid, 'SIGTERM')
})
// The parent ended before this module ran: the event `disconnect` is past and does not come again.
if (!process.connected) process.exit(1)
// Otherwise the listener would keep a child alive that has nothing left to do.
process.channel?.unref()
