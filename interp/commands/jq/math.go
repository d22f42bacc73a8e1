package jq

import "math"

// math1 are the functions of one number, as the C library has them.
func math1() map[string]func(float64) float64 {
	return map[string]func(float64) float64{
		"floor": math.Floor, "ceil": math.Ceil, "sqrt": math.Sqrt, "fabs": math.Abs, "round": math.Round, "trunc": math.Trunc,
		"rint": math.RoundToEven, "nearbyint": math.RoundToEven, "cbrt": math.Cbrt,
		"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "asin": math.Asin, "acos": math.Acos, "atan": math.Atan,
		"sinh": math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh, "asinh": math.Asinh, "acosh": math.Acosh, "atanh": math.Atanh,
		"exp": math.Exp, "exp2": math.Exp2, "expm1": math.Expm1, "log": math.Log, "log2": math.Log2, "log10": math.Log10, "log1p": math.Log1p,
		"exp10": func(x float64) float64 { return math.Pow(10, x) }, "pow10": func(x float64) float64 { return math.Pow(10, x) },
		"gamma": logGamma, "lgamma": logGamma, "tgamma": math.Gamma, "erf": math.Erf, "erfc": math.Erfc,
		"j0": math.J0, "j1": math.J1, "y0": math.Y0, "y1": math.Y1,
		"logb": func(x float64) float64 {
			if x == 0 {
				return math.Inf(-1)
			}
			return math.Logb(x)
		},
		"significand": func(x float64) float64 {
			f, _ := math.Frexp(x)
			if x == 0 || math.IsInf(x, 0) || x != x {
				return x
			}
			return 2 * f
		},
	}
}

func logGamma(x float64) float64 {
	f, _ := math.Lgamma(x)
	return f
}

// math2 are those of two.
func math2() map[string]func(x, y float64) float64 {
	return map[string]func(x, y float64) float64{
		"pow": math.Pow, "atan2": math.Atan2, "fmod": math.Mod, "hypot": math.Hypot, "copysign": math.Copysign, "fdim": math.Dim,
		"drem": math.Remainder, "remainder": math.Remainder, "nextafter": math.Nextafter, "nexttoward": math.Nextafter,
		"fmin": func(x, y float64) float64 {
			if x != x || y < x {
				return y
			}
			return x
		},
		"fmax": func(x, y float64) float64 {
			if x != x || y > x {
				return y
			}
			return x
		},
		"ldexp": scale, "scalb": scale, "scalbln": scale,
		"jn": func(n, x float64) float64 { return math.Jn(int(integer(n)), x) },
		"yn": func(n, x float64) float64 { return math.Yn(int(integer(n)), x) },
	}
}

func scale(x, n float64) float64 {
	return math.Ldexp(x, int(integer(max(-5000, min(n, 5000)))))
}

// mathPair is for the functions of one number that have two results.
func mathPair(f func(float64) (float64, float64)) *native {
	return &native{value: func(_ *run, in Value, _ []Value) (Value, error) {
		x, err := needNumber(in)
		if err != nil {
			return nil, err
		}
		a, b := f(x)
		return NewArray(a, b), nil
	}}
}

func frexp(x float64) (float64, float64) {
	if math.IsInf(x, 0) || x != x {
		return x, 0
	}
	f, e := math.Frexp(x)
	return f, float64(e)
}

// modf is that of C: both parts have the sign of x.
func modf(x float64) (float64, float64) {
	if math.IsInf(x, 0) {
		return math.Copysign(0, x), x
	}
	whole, part := math.Modf(x)
	return math.Copysign(part, x), whole
}

func lgammaR(x float64) (float64, float64) {
	f, sign := math.Lgamma(x)
	return f, float64(sign)
}

func fma(_ *run, _ Value, args []Value) (Value, error) {
	var x [3]float64
	for i, a := range args {
		var err error
		if x[i], err = needNumber(a); err != nil {
			return nil, err
		}
	}
	return math.FMA(x[0], x[1], x[2]), nil
}
