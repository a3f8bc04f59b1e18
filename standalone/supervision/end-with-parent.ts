// Preloaded into every child: when the process that started it is gone, even by kill -9, the child ends.
// One that listens for that itself closes in its own way; any other is asked to by SIGTERM.

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), 25_000).unref()
  if (process.listenerCount('disconnect') === 0) process.kill(process.pid, 'SIGTERM')
})
// Gone before this module ran: its end was told while nobody listened, and is never told again.
if (!process.connected) process.exit(1)
// A listener would otherwise keep a child alive that has nothing left to do.
process.channel?.unref()
