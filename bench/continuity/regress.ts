/** Logistic regression in plain numbers: standardised features, a ridge, Newton's method. */
interface Weighed {
  readonly x: readonly number[];
  readonly y: boolean;
  readonly weight: number;
}

interface Model {
  readonly bias: number;
  readonly w: readonly number[];
}

export function regress(rows: readonly Weighed[], ridge: number): Model {
  const d = rows[0]?.x.length ?? 0;
  const { mean, deviation } = moments(rows, d);
  const z = rows.map(({ x }) => Float64Array.from(x, (value, i) => (value - at(mean, i)) / at(deviation, i)));
  const beta = new Float64Array(d + 1);
  for (let round = 0; round < 8; round++) {
    const gradient = new Float64Array(d + 1);
    const hessian = Array.from({ length: d + 1 }, () => new Float64Array(d + 1));
    rows.forEach(({ y, weight }, r) => {
      const row = z[r] ?? new Float64Array(d);
      let score = at(beta, d);
      for (let i = 0; i < d; i++) score += at(beta, i) * at(row, i);
      const p = 1 / (1 + Math.exp(-score));
      const error = weight * ((y ? 1 : 0) - p);
      const bend = weight * p * (1 - p);
      for (let i = 0; i <= d; i++) {
        const xi = i === d ? 1 : at(row, i);
        if (xi === 0) continue;
        add(gradient, i, error * xi);
        const line = hessian[i] ?? gradient;
        for (let j = 0; j <= i; j++) add(line, j, bend * xi * (j === d ? 1 : at(row, j)));
      }
    });
    for (let i = 0; i < d; i++) {
      add(gradient, i, -ridge * at(beta, i));
      add(hessian[i] ?? gradient, i, ridge);
    }
    add(hessian[d] ?? gradient, d, 1e-6);
    const step = solve(hessian, gradient);
    let largest = 0;
    for (let i = 0; i <= d; i++) {
      add(beta, i, at(step, i));
      largest = Math.max(largest, Math.abs(at(step, i)));
    }
    if (largest < 1e-5) break;
  }
  const w = Array.from({ length: d }, (_, i) => at(beta, i) / at(deviation, i));
  return { w, bias: at(beta, d) - w.reduce((sum, value, i) => sum + value * at(mean, i), 0) };
}

function moments(rows: readonly Weighed[], d: number) {
  const mean = new Float64Array(d);
  const square = new Float64Array(d);
  let total = 0;
  for (const { x, weight } of rows) {
    total += weight;
    for (let i = 0; i < d; i++) {
      add(mean, i, weight * (x[i] ?? 0));
      add(square, i, weight * (x[i] ?? 0) ** 2);
    }
  }
  const deviation = new Float64Array(d);
  for (let i = 0; i < d; i++) {
    mean[i] = at(mean, i) / total;
    deviation[i] = Math.sqrt(Math.max(1e-9, at(square, i) / total - at(mean, i) ** 2)) || 1;
    if (at(deviation, i) < 1e-4) deviation[i] = 1;
  }
  return { mean, deviation };
}

/** Cholesky, on the lower half. */
function solve(a: readonly Float64Array[], b: Float64Array): Float64Array {
  const n = b.length;
  const lower = a.map((row) => Float64Array.from(row));
  const cell = (i: number, j: number) => at(lower[i] ?? b, j);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = cell(i, j);
      for (let k = 0; k < j; k++) sum -= cell(i, k) * cell(j, k);
      const row = lower[i] ?? b;
      row[j] = i === j ? Math.sqrt(Math.max(sum, 1e-9)) : sum / cell(j, j);
    }
  }
  const y = Float64Array.from(b);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) add(y, i, -cell(i, k) * at(y, k));
    y[i] = at(y, i) / cell(i, i);
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) add(y, i, -cell(k, i) * at(y, k));
    y[i] = at(y, i) / cell(i, i);
  }
  return y;
}

function at(values: Float64Array, i: number): number {
  return values[i] ?? 0;
}

function add(values: Float64Array, i: number, value: number): void {
  values[i] = at(values, i) + value;
}
