/**
 * One configuration, chosen by TEST_TYPE as in the Medusa starters. `unit` needs nothing; the others share one
 * PostgreSQL with a migrated and seeded template database, which the global set-up starts.
 */
const matches = {
  unit: ["**/src/**/__tests__/**/*.spec.ts?(x)", "**/demo/**/__tests__/**/*.spec.ts", "**/integration-tests/**/__tests__/**/*.spec.ts", "!**/src/modules/fatura/__tests__/**/*.module.spec.ts"],
  module: ["**/src/modules/fatura/__tests__/**/*.module.spec.ts"],
  // The short chaos run has a PostgreSQL of its own, which it crashes.
  http: ["**/integration-tests/http/**/*.spec.ts", "**/integration-tests/chaos/*.spec.ts", "**/integration-tests/explore/*.spec.ts"],
  long: ["**/integration-tests/long/**/*.spec.ts", "**/integration-tests/contract/__tests__/tolerance-*.spec.ts"],
  e2e: ["**/integration-tests/e2e/**/*.spec.ts"],
}
const type = process.env.TEST_TYPE ?? "unit"
const support = `${__dirname}/integration-tests/support`

module.exports = {
  testEnvironment: "node",
  rootDir: __dirname,
  transform: {
    "^.+\\.m?[jt]sx?$": ["@swc/jest", {
      jsc: {
        parser: { syntax: "typescript", decorators: true, tsx: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: "automatic" } },
        target: "es2022",
      },
    }],
  },
  // The one package that tests load and that comes as an ECMAScript module alone.
  transformIgnorePatterns: ["/node_modules/(?!httpxy/)"],
  testMatch: matches[type],
  testSequencer: `${support}/sequencer.js`,
  // The demo's storefront imports the package by its name; its unit tests need no build.
  moduleNameMapper: {
    "^medusa-payment-fatura/storefront$": `${__dirname}/src/storefront/index.ts`,
    "^medusa-payment-fatura/storefront/react$": `${__dirname}/src/storefront/react/index.ts`,
  },
  modulePathIgnorePatterns: ["/\\.medusa/", "/\\.demo/", "/\\.test/"],
  ...(type !== "unit" && { globalSetup: `${support}/global-setup.ts`, globalTeardown: `${support}/global-teardown.ts` }),
  // What drives other processes can lose a race against the machine; what fails twice is broken. The first failure is printed.
  ...(["http", "long", "e2e"].includes(type) && { setupFilesAfterEnv: [`${support}/retry.ts`] }),
  testTimeout: type === "unit" ? 20_000 : 120_000,
}
