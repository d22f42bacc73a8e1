package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// replaced has characters and what is written for them, in pairs, where their
// decomposition does not tell: the common ones of those that the C library has
// for the locale C.UTF-8.
const replaced = "¡ ! ¢ c £ GBP ¥ JPY ¦ | © (C) « << ¬ ! \u00ad - ® (R) ± +- ´ ' · . ¸ , » >> Æ AE Ð D × x Ø O Þ TH ß ss æ ae ð d ÷ / ø o þ th Đ D đ d Ħ H ħ h ı i ĸ q Ŀ L ŀ l Ł L ł l ŉ 'n Ŋ N ŋ n Œ OE œ oe Ŧ T ŧ t " +
	"ƀ b Ɓ B Ɖ D Ɗ D Ƒ F ƒ f Ɨ I Ɲ N Ơ O Ƥ P ƥ p Ƶ Z ƶ z Ǽ AE ǽ ae Ǣ AE ǣ ae Ǿ O ǿ o Ǥ G ǥ g ẞ SS ʼ ' ˆ ^ ˈ ' ˋ ` ˍ _ ː : ˜ ~ ˝ '' ‐ - ‑ - ‒ - – - — -- ― - ‘ ' ’ ' ‚ , ‛ ' “ \" ” \" „ ,, ‟ \" † + • o ‵ ` ‹ < › > ⁄ / ⁊ & " +
	"₠ CE ₡ C= ₢ Cr ₣ Fr. ₤ L. ₧ Pts ₩ KRW ₪ ILS ₫ Dong € EUR ₯ GRD ₱ PHP ₴ UAH ₸ KZT ₹ INR ₺ TL ₽ RUB ₾ GEL ℞ Rx ™ (TM) ℮ e ← <- → -> ↔ <-> ⇐ <= ⇒ => ⇔ <=> − - ∕ / ∖ \\ ∗ * ∣ | ∥ || ∶ : ∼ ~ ≤ <= ≥ >= ≪ << ≫ >> ⋘ <<< ⋙ >>> " +
	"␣ _ ─ - │ | ┌ + ┐ + └ + ┘ + ├ + ┤ + ┬ + ┴ + ┼ + ╱ / ╲ \\ ◦ o ☺ :) ☻ :) ⟨ < ⟩ > ⟪ << ⟫ >> 〈 < 〉 >"

// translit finds the text in ASCII that //TRANSLIT writes for characters that
// an encoding has not.
type translit map[rune]string

func newTranslit() translit {
	words := strings.Fields(replaced)
	t := make(translit, len(words)/2)
	for i := 0; i+1 < len(words); i += 2 {
		t[[]rune(words[i])[0]] = words[i+1]
	}
	return t
}

// of is "?" where there is nothing better. Marks that combine with the
// character before them are left out.
func (t translit) of(r rune) string {
	if text, ok := t[r]; ok {
		return text
	}
	var b strings.Builder
	negated := false
	for _, part := range norm.NFKD.String(string(r)) {
		switch text, ok := t[part]; {
		case part == 0x338:
			negated = true
		case unicode.Is(unicode.Mn, part), r == 0x200b, r >= 0x2060 && r <= 0x2063:
		case part < 0x80:
			b.WriteRune(part)
		case ok:
			b.WriteString(text)
		default:
			return "?"
		}
	}
	text := b.String()
	switch {
	case negated:
		return "!" + text
	case unicode.Is(unicode.No, r) && strings.Contains(text, "/"): // a fraction
		return " " + text + " "
	case r >= 0x2460 && r <= 0x24ea && !strings.ContainsAny(text, "(."): // in a circle
		return "(" + text + ")"
	case strings.TrimLeft(text, " ") == "" && text != "" && !unicode.IsSpace(r):
		return "?"
	}
	return text
}
