/** Loaded into the measured process: on SIGUSR2 it collects its garbage and prints what it holds. */
process.on("SIGUSR2", () => {
  global.gc()
  global.gc()
  const { heapUsed, rss } = process.memoryUsage()
  const megabytes = (bytes) => Math.round(bytes / 104_857.6) / 10
  console.log(`memory ${JSON.stringify({ heapMb: megabytes(heapUsed), rssMb: megabytes(rss) })}`)
})
