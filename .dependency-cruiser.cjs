/**
 * Which folder may import which. Arrows run one way:
 * doors -> workflows -> modules -> gateway -> domain; providers -> modules; everything may use domain.
 * Anything that is not named here as allowed is forbidden.
 */
const tests = "/__tests__/"
const doors = "^src/(api|subscribers|jobs|links)/"
const typesOnly = ["type-only"]

/** A folder's code, without its tests, may import of `src` only itself and what is named. */
function only(name, comment, from, allowed) {
  return {
    name,
    comment,
    severity: "error",
    from: { path: from, pathNot: tests },
    to: { path: "^src/", pathNot: [from, ...allowed] },
  }
}

/** The same for imports that remain at run time; types may come from anywhere that the rule above allows. */
function onlyAtRunTime(name, comment, from, allowed) {
  const rule = only(name, comment, from, allowed)
  return { ...rule, to: { ...rule.to, dependencyTypesNot: typesOnly } }
}

module.exports = {
  forbidden: [
    { name: "no-circles", comment: "Files that need each other are one idea in two files.", severity: "error", from: {}, to: { circular: true } },
    { name: "no-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    {
      name: "no-undeclared-package",
      comment: "The packed plugin has only its own dependencies and its peers.",
      severity: "error",
      from: { path: "^src/", pathNot: [tests, "^src/admin/"] },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: [...typesOnly, "npm", "npm-peer"] },
    },
    {
      name: "no-test-code",
      severity: "error",
      from: { pathNot: tests },
      to: { path: tests },
    },
    {
      name: "src-stands-alone",
      comment: "Demo, benchmarks and integration tests use the plugin, never the reverse.",
      severity: "error",
      from: { path: "^src/", pathNot: tests },
      to: { path: "^(demo|bench|integration-tests|scripts)/" },
    },

    only("domain-uses-libraries-only", "Pure rules.", "^src/domain/", []),
    {
      name: "domain-and-gateway-know-no-medusa",
      comment: "Rules and client must be readable, and testable, without a shop.",
      severity: "error",
      from: { path: "^src/(domain|gateway|sandbox)/", pathNot: tests },
      to: { path: "node_modules/@medusajs/" },
    },
    only("gateway-uses-domain-only", "The client knows nothing of Medusa or of our tables.", "^src/gateway/", ["^src/domain/"]),
    only("modules-use-gateway-and-domain", "The heart opens no door and runs no workflow.", "^src/modules/", ["^src/gateway/", "^src/domain/"]),
    only("providers-use-modules-and-domain", "Providers are thin: only the module calls the gateway.", "^src/providers/", ["^src/modules/", "^src/domain/"]),
    only("workflows-use-modules-and-domain", "What happens to orders is decided by the ledger's facts.", "^src/workflows/", ["^src/modules/", "^src/domain/"]),
    only("doors-hand-over", "A door hands over to a workflow or the module at once.", doors, ["^src/workflows/", "^src/modules/", "^src/domain/", "^src/gateway/"]),
    {
      name: "doors-only-read-with-the-gateway",
      comment: "Of the gateway's code a door may use types and the pure reader of notices.",
      severity: "error",
      from: { path: doors, pathNot: tests },
      to: { path: "^src/gateway/", pathNot: "^src/gateway/notice(-token)?\\.ts$", dependencyTypesNot: typesOnly },
    },
    only("sandbox-shares-nothing", "Stand-in and client must be able to catch each other's mistakes.", "^src/sandbox/", []),
    {
      name: "sandbox-tests-share-nothing",
      severity: "error",
      from: { path: "^src/sandbox/.*__tests__/" },
      to: { path: "^src/", pathNot: "^src/sandbox/" },
    },
    {
      name: "sandbox-is-a-command",
      comment: "No shop runs the stand-in inside itself.",
      severity: "error",
      from: { path: "^src/", pathNot: [tests, "^src/sandbox/", "^src/cli/"] },
      to: { path: "^src/sandbox/" },
    },
    only("cli-uses-sandbox-modules-gateway", "Commands are thin.", "^src/cli/", ["^src/sandbox/", "^src/modules/", "^src/gateway/", "^src/domain/"]),
    onlyAtRunTime("admin-imports-types-only", "The server's code does not belong into the browser.", "^src/admin/", []),
    onlyAtRunTime("storefront-imports-types-only", "The server's code does not belong into the browser.", "^src/storefront/", []),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default", "types"] },
  },
}
