;; Dot products of a query with every row of a block of vectors (int16, SIMD).
;; Addresses and strides in bytes; a stride is a multiple of 64. out[row] = scale * (query . vector[row]), float32.
;; Gives the largest of them, at least -1. Sums are of 32 bits: what is multiplied has at most the length 32,767.
(module
  (memory (import "memory" "memory") 1)
  (func (export "dots") (param $query i32) (param $vector i32) (param $stride i32) (param $rows i32) (param $out i32) (param $scale f32) (result f32)
    (local $p i32) (local $end i32) (local $dot f32) (local $largest f32)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local.set $largest (f32.const -1))
    (block $done (loop $row
      (br_if $done (i32.eqz (local.get $rows)))
      (local.set $a0 (v128.const i32x4 0 0 0 0))
      (local.set $a1 (v128.const i32x4 0 0 0 0))
      (local.set $a2 (v128.const i32x4 0 0 0 0))
      (local.set $a3 (v128.const i32x4 0 0 0 0))
      (local.set $p (local.get $query))
      (local.set $end (i32.add (local.get $query) (local.get $stride)))
      (loop $dim
        (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (v128.load offset=0 (local.get $p)) (v128.load offset=0 (local.get $vector)))))
        (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (v128.load offset=16 (local.get $p)) (v128.load offset=16 (local.get $vector)))))
        (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (v128.load offset=32 (local.get $p)) (v128.load offset=32 (local.get $vector)))))
        (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (v128.load offset=48 (local.get $p)) (v128.load offset=48 (local.get $vector)))))
        (local.set $p (i32.add (local.get $p) (i32.const 64)))
        (local.set $vector (i32.add (local.get $vector) (i32.const 64)))
        (br_if $dim (i32.lt_u (local.get $p) (local.get $end))))
      (local.set $a0 (i32x4.add (i32x4.add (local.get $a0) (local.get $a1)) (i32x4.add (local.get $a2) (local.get $a3))))
      (local.set $dot (f32.mul (local.get $scale) (f32.convert_i32_s (i32.add
        (i32.add (i32x4.extract_lane 0 (local.get $a0)) (i32x4.extract_lane 1 (local.get $a0)))
        (i32.add (i32x4.extract_lane 2 (local.get $a0)) (i32x4.extract_lane 3 (local.get $a0)))))))
      (f32.store (local.get $out) (local.get $dot))
      (local.set $largest (f32.max (local.get $largest) (local.get $dot)))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
      (br $row)))
    (local.get $largest))
)
