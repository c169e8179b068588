/**
 * Preloaded into child processes: when the process that started this one is gone, however it died, the
 * channel between them closes and this one ends as if told by SIGTERM. No orphan keeps a port.
 */
if (process.send) {
  process.once("disconnect", () => {
    process.kill(process.pid, "SIGTERM")
    setTimeout(() => process.exit(1), 10_000).unref()
  })
  // An open channel alone must not keep a finished command alive.
  process.channel.unref()
}
