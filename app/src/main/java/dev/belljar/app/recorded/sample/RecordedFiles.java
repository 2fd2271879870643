package dev.belljar.app.recorded.sample;

/// The texts of some recorded files.
public final class RecordedFiles {
    public static final String PACKAGE_BEFORE = """
            {
              "name": "shop",
              "version": "1.4.0",
              "type": "module",
              "private": true,
              "engines": {
                "node": ">=22"
              },
              "scripts": {
                "dev": "vite",
                "test": "vitest run",
                "build": "vite build"
              }
            }
            """;
    public static final String PACKAGE_AFTER =
            PACKAGE_BEFORE.replace("\"vitest run\",\n", "\"vitest run\",\n    \"prepare\": \"node tools/setup.js\",\n");
    public static final String CI_BEFORE = """
            name: ci
            on: [push]
            jobs:
              test:
                runs-on: ubuntu-24.04
                steps:
                  - uses: actions/checkout@v4
                  - run: npm ci
                  - run: npm test
            """;
    public static final String CI_AFTER = CI_BEFORE.replace("- run: npm test", """
            - run: npm test -- --coverage
                  - run: npx qrpress publish coverage
                    env:
                      TOKEN: ${{ secrets.QRPRESS }}""");
    public static final String TASKS = """
            {
              "version": "2.0.0",
              "tasks": [
                {
                  "label": "watch tests",
                  "type": "shell",
                  "command": "npm run test -- --watch",
                  "runOptions": {
                    "runOn": "folderOpen"
                  }
                }
              ]
            }
            """;
    public static final String COUPON = """
            import { Money } from '../money';
            import type { Cart } from './cart';

            export interface Coupon {
              code: string;
              percent: number;
              until: Date;
            }

            /** A coupon counts up to and including its last day. */
            export function isLive(coupon: Coupon, at: Date): boolean {
              return coupon.until >= at;
            }

            export function amount(coupon: Coupon, gross: Money): Money {
              return gross.times(coupon.percent).over(100);
            }
            """;

    private RecordedFiles() {}
}
