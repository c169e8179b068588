/** One configuration, chosen by TEST_TYPE as in the Medusa starters: unit | module | http | e2e. */
const matches = {
  unit: ["**/src/**/__tests__/**/*.spec.ts", "!**/src/modules/fatura/__tests__/**"],
  module: ["**/src/modules/fatura/__tests__/**/*.spec.ts"],
  http: ["**/integration-tests/http/**/*.spec.ts"],
  contract: ["**/integration-tests/contract/**/*.spec.ts"],
  e2e: ["**/integration-tests/e2e/**/*.spec.ts"],
}
const type = process.env.TEST_TYPE ?? "unit"

module.exports = {
  testEnvironment: "node",
  rootDir: __dirname,
  transform: {
    "^.+\\.[jt]sx?$": ["@swc/jest", {
      jsc: {
        parser: { syntax: "typescript", decorators: true, tsx: true },
        transform: { legacyDecorator: true, decoratorMetadata: true },
        target: "es2022",
      },
    }],
  },
  testMatch: matches[type],
  modulePathIgnorePatterns: ["<rootDir>/.medusa/", "<rootDir>/.demo/", "<rootDir>/.test/", "<rootDir>/demo/store/.medusa/"],
  testTimeout: type === "unit" ? 20_000 : 120_000,
}
